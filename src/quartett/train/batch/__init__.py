"""The games as arrays in JAX: pure functions of one match, to be mapped over many thousands.

Each module has `init`, `step`, `legal`, `observe`, `sample` and `shares`, with the action ids and
observations of `quartett.fast`. Nothing is checked: `step` takes what `legal` lists.
"""
