"""The simulated solver: boards, walks and tree walks over them, a walk as data; what kernels need for it."""
