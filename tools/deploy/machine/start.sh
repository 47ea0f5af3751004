#!/bin/sh
# First process of the machine in the folder $1: makes that its root, and runs Docker. It is in namespaces of its own, which end with it.
set -eu
mount --bind "$1" "$1"
cd "$1"
mount -t proc proc proc
mount -t sysfs sysfs sys
mount --rbind /sys/fs/cgroup sys/fs/cgroup
mount --rbind /dev dev
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
hostname footprint
ip link set lo up
pivot_root . .
umount -l .
cd /
rm -f /run/docker.pid
exec dockerd --cgroup-parent=/footprint-deploy --exec-opt native.cgroupdriver=cgroupfs --log-level=warn >/var/log/dockerd.log 2>&1
