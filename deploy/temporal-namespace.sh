#!/bin/sh
# Makes the namespace, or sets how long it keeps what is finished. Safe to run at every start.
set -eu
until temporal operator cluster health >/dev/null 2>&1; do sleep 1; done
temporal operator namespace describe -n "$TEMPORAL_NAMESPACE" >/dev/null 2>&1 ||
  temporal operator namespace create -n "$TEMPORAL_NAMESPACE" --retention 7d
temporal operator namespace update -n "$TEMPORAL_NAMESPACE" --retention 7d
