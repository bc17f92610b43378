package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"grove/internal/fault"
)

// Tracing creates spans and sends them to a collector by OTLP over HTTP.
type Tracing struct {
	provider *sdk.TracerProvider
	tracer   trace.Tracer
}

// NewTracing configures spans by the OpenTelemetry variables of the environment. It returns nil
// if they name no collector (OTEL_EXPORTER_OTLP_ENDPOINT or OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
// or disable traces; lookup is os.LookupEnv. Spans that cannot be sent are logged and dropped.
func NewTracing(ctx context.Context, lookup func(string) (string, bool), version string, log *slog.Logger) (*Tracing, error) {
	if !traced(lookup) {
		return nil, nil
	}
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fault.From(fault.Invalid, "telemetry.NewTracing", "", err, "see the variables OTEL_EXPORTER_OTLP_*")
	}
	service := []attribute.KeyValue{attribute.String("service.version", version)}
	if _, named := lookup("OTEL_SERVICE_NAME"); !named {
		service = append(service, attribute.String("service.name", "grove"))
	}
	described, err := resource.New(ctx, resource.WithAttributes(service...), resource.WithTelemetrySDK(), resource.WithFromEnv())
	if err != nil {
		return nil, fault.From(fault.Invalid, "telemetry.NewTracing", "", err, "see OTEL_RESOURCE_ATTRIBUTES")
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(patient{exporter, log}), sdk.WithResource(described))
	return &Tracing{provider, provider.Tracer("grove")}, nil
}

// traced reports whether the environment names a collector of traces.
func traced(lookup func(string) (string, bool)) bool {
	value := func(name string) string { v, _ := lookup(name); return strings.TrimSpace(v) }
	if strings.EqualFold(value("OTEL_SDK_DISABLED"), "true") || strings.EqualFold(value("OTEL_TRACES_EXPORTER"), "none") {
		return false
	}
	return value("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || value("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") != ""
}

// Start begins a span; end ends it with an error or nil.
func (t *Tracing) Start(ctx context.Context, name string, about ...slog.Attr) (inside context.Context, end func(error)) {
	if t == nil {
		return ctx, func(error) {}
	}
	inside, span := t.tracer.Start(ctx, name, trace.WithAttributes(attributes(about)...))
	return inside, func(err error) {
		if err != nil { // only the kind: the message may quote documents
			span.SetStatus(codes.Error, string(fault.KindOf(err)))
		}
		span.End()
	}
}

// Request begins the span of a request, which belongs to the trace that its header
// traceparent names; end ends it with the status of the response.
func (t *Tracing) Request(r *http.Request, name string, about ...slog.Attr) (inside context.Context, end func(status int)) {
	if t == nil {
		return r.Context(), func(int) {}
	}
	ctx := propagation.TraceContext{}.Extract(r.Context(), propagation.HeaderCarrier(r.Header))
	inside, span := t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(attributes(about)...))
	return inside, func(status int) {
		span.SetAttributes(attribute.Int("http.response.status_code", status))
		if status >= http.StatusInternalServerError {
			span.SetStatus(codes.Error, http.StatusText(status))
		}
		span.End()
	}
}

// Close sends pending spans, until ctx ends.
func (t *Tracing) Close(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return fault.Wrap(t.provider.Shutdown(ctx), "telemetry.Close", "")
}

func attributes(about []slog.Attr) []attribute.KeyValue {
	out := make([]attribute.KeyValue, len(about))
	for i, a := range about {
		if a.Value.Kind() == slog.KindInt64 {
			out[i] = attribute.Int64(a.Key, a.Value.Int64())
			continue
		}
		out[i] = attribute.String(a.Key, strings.ToValidUTF8(a.Value.String(), "\uFFFD"))
	}
	return out
}

// patient logs spans that could not be sent, instead of an error of the service.
type patient struct {
	sdk.SpanExporter
	log *slog.Logger
}

// ExportSpans sends spans.
func (p patient) ExportSpans(ctx context.Context, spans []sdk.ReadOnlySpan) error {
	if err := p.SpanExporter.ExportSpans(ctx, spans); err != nil {
		p.log.Warn("traces could not be sent", "spans", len(spans), "error", err.Error())
	}
	return nil
}
