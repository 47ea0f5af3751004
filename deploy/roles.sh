#!/bin/sh
# Makes the roles and the databases of Temporal, or sets the passwords of the roles anew. Safe to run at every start, also on a volume
# whose one user owned everything. Reads PGHOST, PGUSER, PGPASSWORD (a superuser), SERVICE_PASSWORD, TEMPORAL_PASSWORD.
set -eu
run() { psql -qX -v ON_ERROR_STOP=1 "$@"; }
attempts=0
until run -d footprint -c 'SELECT 1' >/dev/null; do
  attempts=$((attempts + 1))
  if [ "$attempts" -ge 60 ]; then
    echo "After a minute Postgres takes no connection of $PGUSER: see the message above and its log, then start again." >&2
    exit 1
  fi
  sleep 1
done
roles() {
  PGOPTIONS="-c footprint.owner_password=$PGPASSWORD -c footprint.service_password=$SERVICE_PASSWORD \
    -c footprint.temporal_password=$TEMPORAL_PASSWORD -c footprint.owner=$2 -c footprint.service=$3" run -d "$1" -f /deploy/roles.sql
}
roles footprint footprint_owner footprint_service
for database in temporal temporal_visibility; do
  echo "SELECT 'CREATE DATABASE $database' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '$database') \gexec" |
    run -d footprint
  roles "$database" footprint_temporal ""
done
