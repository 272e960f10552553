# Builds the image of a server: docker build -t callwright . (npm run image:test tries it.)
# With podman or buildah, add --format docker: their own format has no health checks.
# Any base with glibc, Node.js 20.19 or newer, and npm will do.
ARG BASE=docker.io/library/node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
COPY . .
# Packages from the lock file. What only development needs isn't in the image.
RUN npm ci --no-audit --no-fund && node scripts/build.mjs --force
RUN npm sbom --package-lock-only --workspaces=false --omit dev --sbom-format cyclonedx > sbom.cdx.json
RUN rm -rf node_modules && npm ci --omit=dev --workspaces=false --no-audit --no-fund

FROM ${BASE}
LABEL org.opencontainers.image.title="Callwright" org.opencontainers.image.licenses="Apache-2.0"
ENV NODE_ENV=production DATA_DIR=/data PORT=4000 MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE /build/sbom.cdx.json ./
COPY --from=build /build/node_modules node_modules
COPY --from=build /build/prisma prisma
COPY --from=build /build/docs docs
COPY --from=build /build/dist dist
COPY deploy/healthy.mjs deploy/compose.mjs deploy/
# PostgreSQL's initdb looks the user up by name.
RUN echo 'callwright:x:10001:10001::/data:/usr/sbin/nologin' >> /etc/passwd && echo 'callwright:x:10001:' >> /etc/group \
    && mkdir -m 700 /data && chown 10001:10001 /data
USER 10001:10001
# What is written is here and in /tmp, so that the rest can be read-only.
VOLUME /data
EXPOSE 4000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/healthy.mjs"]
# Without a shell or npm between them, so that signals reach the server.
CMD ["node", "--max-semi-space-size=4", "dist/src/main.js"]
