"""Studies of one question each: by site, losses, mutations, walks, words, wrappers."""
