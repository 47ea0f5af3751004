#!/bin/sh
# Makes or updates the two databases of the Temporal server. Safe to run at every start.
set -eu
database() {
  schema="/etc/temporal/schema/postgresql/v12/$2/versioned"
  tool="temporal-sql-tool --plugin postgres12 --endpoint $POSTGRES_SEEDS --port 5432 --user $POSTGRES_USER --db $1"
  $tool create
  # "setup-schema" fails when it was done before; only "update-schema" must succeed.
  $tool setup-schema -v 0.0 || true
  $tool update-schema -d "$schema"
}
database temporal temporal
database temporal_visibility visibility
