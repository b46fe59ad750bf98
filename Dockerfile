# pagerows with Chromium, as a user without rights:
#   docker build -t pagerows . && docker run --rm -v "$PWD:/data" pagerows page.html -o rows.csv
# Chromium's sandbox needs user namespaces, which engines deny by default: with --render and --scripts run it with
#   --security-opt seccomp=unconfined
FROM python:3.12-slim-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends gcc libc6-dev && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN python -m venv /opt/pagerows && /opt/pagerows/bin/pip install --no-cache-dir '.[fetch,formats,render,bulk,serve,mcp]'

FROM python:3.12-slim-bookworm
RUN apt-get update \
    && apt-get install -y --no-install-recommends chromium fonts-dejavu-core \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 pagerows
COPY --from=build /opt/pagerows /opt/pagerows
ENV PATH=/opt/pagerows/bin:$PATH
USER 10001
WORKDIR /data
ENTRYPOINT ["pagerows"]
CMD ["--help"]
