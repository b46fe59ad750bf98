"""What schemathesis is told: names of things that are there, so that it does not only find nothing."""

import os

import schemathesis

KNOWN = {name: os.environ.get(f"KNOWN_{name.upper()}", "") for name in ("run", "wrapper", "job")}


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Ask for what is there in most cases, and for what is not in the others."""
    for name, known in KNOWN.items():
        if known and path_parameters and name in path_parameters and "z" not in str(path_parameters[name]):
            path_parameters[name] = known
    if path_parameters and "number" in path_parameters:
        path_parameters["number"] = 1
    return path_parameters
