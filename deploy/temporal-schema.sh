#!/bin/sh
# Makes or updates the schemas of the Temporal server's two databases, which roles.sh makes. Safe to run at every start.
set -eu
schema() {
  tool="temporal-sql-tool --plugin postgres12 --endpoint $POSTGRES_SEEDS --port 5432 --user $POSTGRES_USER --db $1"
  # "setup-schema" fails when it was done before; only "update-schema" must succeed.
  attempts=0
  until { $tool setup-schema -v 0.0 || true; } && $tool update-schema -d "/etc/temporal/schema/postgresql/v12/$2/versioned"; do
    attempts=$((attempts + 1))
    if [ "$attempts" -ge 10 ]; then
      echo "The schema of $1 could not be brought up to date: see the messages above, then start again." >&2
      exit 1
    fi
    sleep 1
  done
}
schema temporal temporal
schema temporal_visibility visibility
