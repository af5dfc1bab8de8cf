"""Photo Rummy: sets, rows and jokers, with a table that everybody may rearrange."""

from quartett.games.photo_rummy.rules import PhotoRummy

GAME = PhotoRummy()
