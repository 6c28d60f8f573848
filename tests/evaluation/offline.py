"""The roles that need no service."""

from gradient.calibration.coefficients import packaged
from gradient.evaluation.tagging import Roles
from gradient.providers import registry


def roles() -> Roles:
    """All of them offline, the scorer with the packaged coefficients."""
    coefficients = packaged()
    scorer = registry.scorer("offline", coefficients.tasks, coefficients.version)
    return Roles(registry.embedder("offline"), registry.picker("offline"), scorer)
