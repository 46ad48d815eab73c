# syntax=docker/dockerfile:1
# Foyer in a container: runs as an unprivileged user and writes only to /data, /pages,
# /backups, /uploads and /tmp.
# `docker compose up --build` runs it behind Caddy with TLS: see docs/operate.md.

FROM node:24.21.0-trixie-slim AS packages
WORKDIR /foyer
COPY package.json package-lock.json .npmrc ./
# No install scripts and no `npm ci`: see docs/decisions/003. The native SQLite of @libsql/client is never loaded.
RUN npm install --no-save --ignore-scripts --workspaces=false --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@libsql/linux-*

FROM packages AS build
RUN npm install --no-save --ignore-scripts --workspaces=false --include=dev --no-audit --no-fund
COPY . .
RUN ASTRO_TELEMETRY_DISABLED=1 node node_modules/astro/bin/astro.mjs build

FROM packages AS production
# Read by compilers and debuggers only.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

# The official image of Node adds 60 MB of npm, Yarn and headers to the same base.
FROM debian:trixie-slim
RUN useradd --uid 1000 --user-group --create-home node
COPY --from=packages /usr/local/bin/node /usr/local/bin/node
WORKDIR /foyer
# Everything is owned by root, so that the process cannot change its own code.
COPY --from=production /foyer/node_modules node_modules
COPY --from=build /foyer/dist dist
COPY package.json ./
COPY db db
COPY api api
# For `admin`, `backup`, `restore` and `move-storage`, run without npm: node scripts/backup.ts FOLDER
COPY scripts scripts
# ./data, the default location, is a symlink to the volume. Caddy reads /pages.
RUN install -d -o node -g node -m 0700 /data /backups /uploads \
  && install -d -o node -g node -m 0755 /pages \
  && ln -s /data data
USER node
# Fewer malloc arenas: each one keeps memory it once used.
ENV NODE_ENV=production MALLOC_ARENA_MAX=2 HOST=0.0.0.0 PORT=4321
# The path of the domain below which everything is; it can also be set when the container starts.
ARG BASE_PATH=/
ENV BASE_PATH=$BASE_PATH
VOLUME ["/data", "/pages", "/backups", "/uploads"]
EXPOSE 4321
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# Not through npm, which does not forward SIGTERM.
CMD ["node", "--max-semi-space-size=4", "dist/server/entry.mjs"]
