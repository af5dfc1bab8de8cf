"""The socket side of the server: connections and what they ask for."""
