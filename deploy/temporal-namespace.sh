#!/bin/sh
# Makes the namespace, or sets how long it keeps what is finished. Safe to run at every start.
set -eu
# Repeats a command for a minute: $1 is what is wrong when it fails to the end.
within_a_minute() {
  sentence=$1 attempts=0
  shift
  until "$@"; do
    attempts=$((attempts + 1))
    if [ "$attempts" -ge 60 ]; then
      echo "After a minute $sentence: see its log, then start again." >&2
      exit 1
    fi
    sleep 1
  done
}
within_a_minute 'Temporal is not ready' temporal operator cluster health >/dev/null
temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention 7d
# What was just made is unknown to the server until its parts read their list of namespaces again.
within_a_minute "Temporal still does not know the namespace $TEMPORAL_NAMESPACE" \
  temporal operator namespace update -n "$TEMPORAL_NAMESPACE" --retention 7d
