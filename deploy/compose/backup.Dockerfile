# The command line with Postgres' own programs, which the image of the service lacks. Both images are of Debian 12.
ARG FOOTPRINT=footprint:local
ARG POSTGRES=postgres:18.4-bookworm@sha256:882236b897e39051d2368c5ccc6cda944904723506b2dfc97f2a8f5bc9afa382
FROM ${FOOTPRINT} AS service

FROM ${POSTGRES}
WORKDIR /app
COPY --from=service /usr/local/bin/node /usr/local/bin/node
COPY --from=service /app /app
# As in the image of the service.
USER 1000:1000
ENTRYPOINT ["node", "dist/src/main/cli.js"]
CMD ["--help"]
