#!/bin/sh
# Upgrades what `docker compose up` runs, with its files and settings (COMPOSE_FILE in .env), without losing a request:
#   deploy/compose/upgrade.sh           builds this checkout, or gets FOOTPRINT_IMAGE, and keeps the former image as footprint:previous
#   deploy/compose/upgrade.sh back      starts footprint:previous again, on the database as it is; with FOOTPRINT_IMAGE set that to the former
# A step that fails leaves what runs as it is.
set -eu
cd "$(dirname "$0")/../.."
running=$(docker compose ps --quiet api | head -n 1)
former=$(docker inspect --format '{{.Image}}' "$running")
if [ "${1-}" = back ]; then
  docker tag footprint:previous footprint:local
else
  docker compose build migrate
  docker tag "$former" footprint:previous
  # Beside the release in use, which goes on with the changed database.
  docker compose run --rm --no-deps migrate
fi
# One at a time: the others answer until a new one is healthy. An API's balancer hears that it stops; without any worker instant lookups
# would be refused.
for service in worker api; do
  for container in $(docker compose ps --quiet "$service"); do
    docker stop "$container"
    docker rm "$container"
    docker compose up --detach --no-deps --no-build --no-recreate --wait "$service"
  done
done >/dev/null
