"""Deprecated: this is `quartett.core.commitment` now."""

import warnings

from quartett.core.commitment import *  # noqa: F403 (whatever was here)

warnings.warn("use quartett.core.commitment", DeprecationWarning, stacklevel=2)
