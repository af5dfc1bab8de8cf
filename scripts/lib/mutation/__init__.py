"""Mutation testing: plants one small fault at a time and looks whether a test notices."""
