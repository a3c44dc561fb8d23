# The image of Dockerfile, built and tried without a container engine.
# SPDX-License-Identifier: GPL-2.0-or-later

check-docker: ## build the container image and try it (as root, some minutes)
	@tools/deps.sh docker
	@tools/check-docker.sh $(VERSION)

.PHONY: check-docker
