# Docker must restart a server that crashed, and each connection needs one descriptor:
#
#   docker run --restart unless-stopped --ulimit nofile=65536 --stop-timeout 30 -p 8080:8080 -v espalier:/var/lib/espalier IMAGE
FROM swift:6.3.1-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends libmicrohttpd-dev libsqlite3-dev zlib1g-dev libbrotli-dev nettle-dev libpq-dev \
        libcurl4-openssl-dev pkg-config \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift ./
COPY Sources Sources
COPY Tests Tests
RUN swift build -c release --product espalier-demos --static-swift-stdlib -Xlinker -s \
    && cp "$(swift build -c release --static-swift-stdlib -Xlinker -s --show-bin-path)/espalier-demos" /espalier-demos

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends libmicrohttpd12 libsqlite3-0 libbrotli1 libnettle8 libpq5 libcurl4 zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --no-create-home --shell /usr/sbin/nologin espalier \
    && install -d -o espalier -g espalier /var/lib/espalier
WORKDIR /srv/espalier
COPY --from=build /espalier-demos /usr/local/bin/espalier-demos
COPY Public Public
COPY Templates Templates
# The demos show their own source.
COPY Sources/EspalierDemos Sources/EspalierDemos
USER espalier
VOLUME /var/lib/espalier
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=3s --start-period=5s \
    CMD ["espalier-demos", "--check", "http://127.0.0.1:8080/healthz"]
# Arguments of `docker run` are further options, for example --metrics 0.0.0.0:9090. Behind a proxy, add --proxies with the proxy's
# address, and publish the port to the proxy only (-p 127.0.0.1:8080:8080), so that clients cannot reach the server from that address.
ENTRYPOINT ["espalier-demos", "--host", "0.0.0.0", "--port", "8080", "--data", "/var/lib/espalier/pages.sqlite"]
