package web

import (
	"net/http"
	"reflect"
	"strconv"
	"strings"
)

// object is a JSON object of the OpenAPI document.
type object = map[string]any

// describe makes the OpenAPI 3.1 document of a table of routes.
func describe(table []route, version string) object {
	names := &schemas{components: object{}}
	problem := object{"description": "A problem (RFC 9457)", "content": object{problemType: object{"schema": names.of(reflect.TypeFor[Problem]())}}}
	paths := object{}
	for _, r := range table {
		item, ok := paths[r.path].(object)
		if !ok {
			item = object{}
			paths[r.path] = item
		}
		item[strings.ToLower(r.method)] = r.operation(names)
	}
	return object{
		"openapi": "3.1.0",
		"info": object{"title": "Grove", "version": version,
			"description": "Reads documents into a graph and answers questions from it, with citations. All offsets are half-open offsets in runes."},
		"paths": paths,
		"components": object{
			"schemas":   names.components,
			"responses": object{"Problem": problem},
			"securitySchemes": object{
				"bearer": object{"type": "http", "scheme": "bearer", "description": "an API key made by `grove keys add`"},
				"header": object{"type": "apiKey", "in": inHeader, "name": "X-Api-Key"},
			},
		},
	}
}

// operation describes one route.
func (r route) operation(names *schemas) object {
	parameters := []any{}
	for _, p := range r.params {
		parameters = append(parameters, p.describe())
	}
	responses := object{
		"default": object{"$ref": "#/components/responses/Problem"},
		"431":     object{"description": "The header of the request, its address included, is larger than 1 MiB", "content": object{"text/plain": object{"schema": object{"type": "string"}}}},
	}
	for _, a := range r.answers {
		status := strconv.Itoa(a.status)
		response, ok := responses[status].(object)
		if !ok {
			response = object{"description": http.StatusText(a.status)}
			responses[status] = response
		}
		if a.media == "" {
			continue
		}
		content, ok := response["content"].(object)
		if !ok {
			content = object{}
			response["content"] = content
		}
		content[a.media] = object{"schema": names.ofAnswer(a)}
	}
	out := object{"operationId": r.id, "summary": r.summary, "parameters": parameters, "responses": responses, "security": []any{}}
	if r.role != "" {
		// Without any key a service on the loopback asks for none.
		out["security"] = []any{object{"bearer": []any{}}, object{"header": []any{}}, object{}}
		out["description"] = "Needs a key for " + string(r.role) + ", where there are keys."
	}
	if body := r.describeBody(names); body != nil {
		out["requestBody"] = body
	}
	return out
}

func (s *schemas) ofAnswer(a answer) object {
	switch {
	case a.media == eventsType:
		// As text it is a stream, as an object one of its events.
		return object{"type": []any{"string", "object"}, "properties": object{"event": object{"type": "string"}, "data": object{"type": "string"}, "id": object{"type": "string"}}}
	case a.value == nil:
		return object{"type": "string"}
	}
	return s.of(reflect.TypeOf(a.value))
}

func (r route) describeBody(names *schemas) object {
	if r.lines {
		return object{"required": true, "content": object{linesType: object{"schema": object{"type": "string"}}}}
	}
	if r.body == nil {
		return nil
	}
	content := object{jsonType: object{"schema": names.of(reflect.TypeOf(r.body))}}
	if r.file {
		content[formType] = object{"schema": object{
			"type": "object", "required": []any{fieldFile}, "additionalProperties": false,
			"properties": object{
				fieldFile:   object{"type": "string", "contentMediaType": "application/octet-stream"},
				fieldSource: object{"type": "string", "description": "the source, which names the document; by default the file name"},
				fieldTag:    object{"type": "array", "items": object{"type": "string"}, "maxItems": mostTags, "description": "key=value"},
			},
		}}
	}
	return object{"required": true, "content": content}
}

func (p param) describe() object {
	schema := object{"type": p.kind}
	switch {
	case p.kind == aNumber:
		schema["minimum"], schema["maximum"] = p.min, p.max
	case p.kind == aList:
		schema["maxItems"], schema["items"] = longestList, p.textSchema()
	case p.kind == aText:
		schema = p.textSchema()
	}
	if p.otherwise != nil {
		schema["default"] = p.otherwise
	}
	return object{"name": p.name, "in": p.in, "required": p.required, "description": p.doc, "schema": schema}
}

// textSchema describes one text of a parameter.
func (p param) textSchema() object {
	schema := object{"type": aText, "maxLength": p.max}
	if p.min > 0 {
		schema["minLength"] = p.min
	}
	if p.oneOf != nil {
		schema["enum"] = p.oneOf
	}
	switch {
	case p.form == nil:
	case p.form.formats != nil:
		var any []object
		for _, f := range p.form.formats {
			any = append(any, object{"format": f})
		}
		schema["anyOf"] = any
	default:
		schema["pattern"] = p.form.pattern.String()
	}
	return schema
}
