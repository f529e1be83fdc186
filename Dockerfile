# Dockerfile -- felt serve in a container (docs/OPERATING.md 9).
#
#   docker build -t felt .
#   docker run -d --name felt -p 8080:8080 -v felt:/var/lib/felt felt
#   docker exec felt felt admin doctor
#
# The image is the Debian package of what is committed, built by ./dev deb as anywhere else.
FROM debian:12-slim AS build
WORKDIR /felt
COPY . .
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install -y --no-install-recommends ca-certificates git \
    && ./dev deb

FROM debian:12-slim
COPY --from=build /felt/build/deb/feltworks_*.deb /tmp/
# hadolint ignore=DL3008
RUN apt-get update \
    && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
        ca-certificates curl /tmp/feltworks_*.deb \
    && rm -rf /tmp/feltworks_*.deb /var/lib/apt/lists/*
# `felt admin` in the container is about this server.
ENV FELT_DATA=/var/lib/felt
USER felt
WORKDIR /var/lib/felt
VOLUME /var/lib/felt
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s --retries=3 \
    CMD ["curl", "-fsS", "-o", "/dev/null", "http://127.0.0.1:8080/healthz"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/bin/felt"]
CMD ["serve", "--config", "/etc/felt/felt.conf", "--bind", "0.0.0.0", "--log", "-"]
