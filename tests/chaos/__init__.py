"""A fault suite: real servers, real faults, players who remember what they were promised."""
