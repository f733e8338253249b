# The program with everything that it needs but a browser. One image is the server and the workers: `tidemark serve`, `tidemark worker`.
# Another base needs Node 24.15 or newer, and npm for the build: --build-arg BASE=...
ARG BASE=node:24-bookworm-slim

FROM ${BASE} AS build
WORKDIR /build
# Packages first: they stay the same while only the program changes.
COPY package.json package-lock.json .npmrc ./
COPY web/package.json web/
# Not `npm ci`: the lock file leaves out optional packages of other systems, which that takes for a mistake.
RUN npm install --ignore-scripts
COPY . .
RUN node scripts/build.ts && npm prune --omit=dev --ignore-scripts \
  && rm -rf node_modules/tidemark-web && find node_modules -type d -empty -delete

FROM ${BASE}
COPY --from=build /build/node_modules /app/node_modules
COPY --from=build /build/package.json /build/LICENSE /app/
COPY --from=build /build/bin /app/bin
COPY --from=build /build/dist /app/dist
# The user `node` of the official image, by number: another base may call it something else.
RUN ln -s /app/bin/tidemark.js /usr/local/bin/tidemark && mkdir /data && chown 1000:1000 /data
USER 1000:1000
# glibc keeps what was freed in up to 8 arenas for each core; the threads of the server need two.
ENV MALLOC_ARENA_MAX=2
ENV NODE_ENV=production TIDEMARK_DATA=/data TIDEMARK_HOST=0.0.0.0
WORKDIR /data
VOLUME /data
EXPOSE 4280
# Of the server; a worker has no address. `tidemark nodes ls` shows how workers are.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.TIDEMARK_PORT || 4280) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Runs are paused and stored before it ends.
STOPSIGNAL SIGTERM
# Node itself, not a shell: signals reach it.
ENTRYPOINT ["node", "/app/bin/tidemark.js"]
CMD ["serve"]
