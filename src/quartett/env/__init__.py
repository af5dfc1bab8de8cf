"""The four games as environments for learning: PettingZoo, Gymnasium and OpenSpiel."""
