"""The parts of the exact solver: boards of bits, counts that fit, the search, the answer."""
