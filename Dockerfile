# The program with everything that it needs but a browser. One image is the server and the workers: `tidemark serve`, `tidemark worker`.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci && npm run build && npm pack --pack-destination /build

FROM node:24-bookworm-slim
COPY --from=build /build/tidemark-*.tgz /tmp/
RUN npm install --global --omit=dev /tmp/tidemark-*.tgz && rm /tmp/tidemark-*.tgz \
  && mkdir /data && chown node:node /data
USER node
ENV TIDEMARK_DATA=/data TIDEMARK_HOST=0.0.0.0
VOLUME /data
EXPOSE 4280
# Paused runs are stored before it ends.
STOPSIGNAL SIGTERM
ENTRYPOINT ["tidemark"]
CMD ["serve"]
