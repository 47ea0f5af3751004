# One image for every process: api (default), worker, migrate, cli, simulator.
#   docker run IMAGE dist/src/main/worker.js
ARG NODE=node:24.21.0-bookworm-slim

# What is built is JavaScript: the same for every platform.
FROM --platform=$BUILDPLATFORM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
COPY tools/launch/after-install.mjs tools/launch/patch-driver.mjs ./tools/launch/
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json tsconfig.workflows.json ./
COPY src ./src
COPY tools ./tools
COPY workflows ./workflows
COPY activities ./activities
COPY clients/typescript ./clients/typescript
COPY catalogue/package-registries.json ./catalogue/
RUN node tools/launch/build.mjs

# What runs: no compilers, no test tools, no embedded servers.
FROM ${NODE} AS dependencies
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY patches ./patches
COPY tools/launch/after-install.mjs tools/launch/patch-driver.mjs ./tools/launch/
RUN npm ci --omit=dev --omit=optional --no-audit --no-fund

FROM ${NODE}
# Temporal's core and the probes verify certificates with the system's list. Debian keeps no older version of a package that it has mended.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates tini && rm -rf /var/lib/apt/lists/*
WORKDIR /app
# Sweeps resolve hundreds of names at once; four threads would queue them. One thread of V8's own beside each process: its
# four get in each other's way when they collect a heap of a hundred megabytes (docs/adr/0009).
ENV HOST=0.0.0.0 ADMIN_HOST=0.0.0.0 NODE_ENV=production UV_THREADPOOL_SIZE=64 \
  NODE_OPTIONS="--enable-source-maps --v8-pool-size=1"
COPY package.json ./
COPY --from=dependencies /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY catalogue ./catalogue
COPY drizzle ./drizzle
COPY data ./data
COPY deploy/healthcheck.mjs ./deploy/healthcheck.mjs
# Footprint keeps nothing in the container. The simulator hands its CA to the workers through one volume; another holds the ledger of
# erasures (ERASURE_LEDGER). A new volume takes the owner of the folder that it is mounted on.
RUN mkdir /simulator /ledger && chown node:node /simulator /ledger
# `node`; a number, by which an orchestrator sees that it is not root.
USER 1000:1000
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s --retries=3 CMD ["node", "deploy/healthcheck.mjs"]
ENTRYPOINT ["tini", "--", "node"]
CMD ["dist/src/main/api.js"]
