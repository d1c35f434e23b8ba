"""What all tests share."""

from hypothesis import settings

# the first example of a test may compile a kernel, which takes seconds
settings.register_profile("kernels", deadline=None)
settings.load_profile("kernels")
