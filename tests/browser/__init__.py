"""The page in a real browser; a package, so that its tests share one Chromium."""
