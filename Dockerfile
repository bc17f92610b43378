# Grove as an image: one static binary that runs as a user without rights. A command
# ends by itself; the health of `serve` is checked where it is started, in
# docker-compose.yml.

# A tag can move. To pin this base, add the digest that this prints behind the tag, as @sha256:...:
#   docker buildx imagetools inspect golang:1.26-bookworm --format '{{.Manifest.Digest}}'
FROM golang:1.26-bookworm AS build
WORKDIR /src
# The modules change seldom: a layer of their own.
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /out/grove ./cmd/grove \
 && mkdir /out/data /out/tmp

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/grove /usr/local/bin/grove
COPY LICENSE THIRD_PARTY_NOTICES.txt /usr/local/share/doc/grove/
# A new volume takes over the owner of the folder that it covers.
COPY --from=build --chown=65532:65532 /out/data /data
COPY --from=build --chown=65532:65532 /out/tmp /tmp
ENV GROVE_DATA=/data
VOLUME /data
USER 65532:65532
ENTRYPOINT ["/usr/local/bin/grove"]
CMD ["--help"]
