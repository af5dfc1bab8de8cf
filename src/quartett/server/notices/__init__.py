"""Your turn: notices to people who are not at their tables, by e-mail and Web Push."""
