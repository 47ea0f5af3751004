#!/bin/sh
# Makes the namespace, or sets how long it keeps what is finished. Safe to run at every start.
set -eu
until temporal operator cluster health >/dev/null 2>&1; do sleep 1; done
temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention 7d
# What was just made is unknown to the server until its parts read their list of namespaces again.
attempts=0
until temporal operator namespace update -n "$TEMPORAL_NAMESPACE" --retention 7d; do
  attempts=$((attempts + 1))
  if [ "$attempts" -ge 60 ]; then
    echo "After a minute Temporal still does not know the namespace $TEMPORAL_NAMESPACE: see its log, then start again." >&2
    exit 1
  fi
  sleep 1
done
