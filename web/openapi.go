package web

import (
	"cmp"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"grove/ingest"
	"grove/internal/jobs"
	"grove/internal/lists"
)

// object is a JSON object of the OpenAPI document.
type object = map[string]any

// describe returns the OpenAPI 3.1 document of a table of routes.
func describe(table []route, version string) object {
	names := &schemas{components: object{}}
	problem := object{"description": "A problem (RFC 9457)",
		"content": object{problemType: object{"schema": names.of(reflect.TypeFor[Problem]())}}}
	paths := object{}
	var tags []object
	for _, r := range table {
		if tag := (object{"name": r.tag()}); !slices.ContainsFunc(tags, func(t object) bool { return t["name"] == tag["name"] }) {
			tags = append(tags, tag)
		}
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
			"description": "Builds a knowledge graph from documents and answers questions from it, with citations. " +
				"Text offsets count characters (Unicode code points); ranges include the start and exclude the end."},
		"tags":  tags,
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

// tag is the group of a route: the first part of its path below a workspace or /v1.
func (r route) tag() string {
	rest, inside := strings.CutPrefix(r.path, in+"/")
	if !inside {
		if rest, inside = strings.CutPrefix(r.path, "/v1/"); !inside {
			return "service"
		}
	}
	tag, _, _ := strings.Cut(rest, "/")
	return tag
}

// operation describes one route.
func (r route) operation(names *schemas) object {
	parameters := lists.Map(r.params, func(p param) any { return p.describe() })
	responses := object{
		"default": object{"$ref": "#/components/responses/Problem"},
		"431": object{"description": "The header of the request, with the request line, exceeds 1 MiB",
			"content": object{"text/plain": object{"schema": object{"type": "string"}}}},
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
	out := object{"operationId": r.id, "tags": []any{r.tag()}, "summary": r.summary,
		"parameters": parameters, "responses": responses, "security": []any{}}
	if r.role != "" {
		// On the loopback no key is required until one exists.
		out["security"] = []any{object{"bearer": []any{}}, object{"header": []any{}}, object{}}
		out["description"] = "Requires an API key with the role " + string(r.role) + " if any keys exist."
	}
	if body := r.describeBody(names); body != nil {
		out["requestBody"] = body
	}
	return out
}

func (s *schemas) ofAnswer(a answer) object {
	switch {
	case a.media == eventsType:
		// The string is the whole stream, the object one event.
		return object{"type": []any{"string", "object"}, "properties": object{"event": object{"type": "string"},
			"data": object{"type": "string"}, "id": object{"type": "string"}}}
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
				fieldFile: object{"type": "array", "items": object{"type": "string", "contentMediaType": "application/octet-stream"},
					"minItems": 1, "maxItems": mostFiles, "description": "the files, which one job ingests"},
				fieldSource: object{"type": "string",
					"description": "the source of a single file, which names the document; by default the file's name"},
				fieldReread: object{"type": "boolean", "description": "extract unchanged documents again that another model extracted"},
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
		schema["anyOf"] = lists.Map(p.form.formats, func(f string) object { return object{"format": f} })
	default:
		schema["pattern"] = p.form.pattern.String()
	}
	return schema
}

// schemas converts Go types to JSON Schemas, as encoding/json writes them. Structs become
// components named package.Type.
type schemas struct{ components object }

// of returns the schema of a type, a reference for a struct.
func (s *schemas) of(t reflect.Type) object {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}
	case t == reflect.TypeFor[json.RawMessage]():
		return anything()
	}
	switch t.Kind() {
	case reflect.Pointer:
		return object{"anyOf": []any{s.of(t.Elem()), object{"type": "null"}}}
	case reflect.Struct:
		return s.component(t)
	case reflect.Slice, reflect.Array:
		return object{"type": "array", "items": s.of(t.Elem())}
	case reflect.Map:
		return object{"type": "object", "additionalProperties": s.of(t.Elem())}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.Float32, reflect.Float64:
		return object{"type": "number"}
	case reflect.Interface:
		return anything()
	}
	return object{"type": "integer"}
}

// ofField returns the schema of a field of a struct. The JSON that a job is stored with is described
// by the types that it was written from; jobs of earlier versions may lack some properties.
func (s *schemas) ofField(t reflect.Type, f reflect.StructField) object {
	if t == reflect.TypeFor[jobs.Job]() {
		switch f.Name {
		case "Request":
			return object{"type": "object"}
		case "Progress":
			return s.partial(reflect.TypeFor[ingest.Progress]())
		case "Result":
			return s.partial(reflect.TypeFor[ingest.Report]())
		}
	}
	return s.of(f.Type)
}

// partial returns the schema of a struct of which any property may be missing.
func (s *schemas) partial(t reflect.Type) object {
	properties := object{}
	s.fields(t, properties, new([]any))
	return object{"type": "object", "properties": properties}
}

// anything is the schema of any value including null. It lists all types because some
// readers take a missing type to exclude null.
func anything() object {
	return object{"type": []any{"null", "boolean", "number", "string", "array", "object"}}
}

// tagged adds the constraints in a field's tags: enum lists the values, separated by bars;
// pattern is a regular expression; min and max bound a number, or the length of a text or list.
func tagged(schema object, tag reflect.StructTag) object {
	if values, ok := tag.Lookup("enum"); ok {
		schema["enum"] = strings.Split(values, "|")
	}
	if pattern, ok := tag.Lookup("pattern"); ok {
		schema["pattern"] = pattern
	}
	kind, _ := schema["type"].(string)
	names := map[string][2]string{aText: {"minLength", "maxLength"}, aList: {"minItems", "maxItems"},
		aNumber: {"minimum", "maximum"}, "number": {"minimum", "maximum"}}[kind]
	for i, bound := range []string{"min", "max"} {
		if n, err := strconv.Atoi(tag.Get(bound)); err == nil && names[i] != "" {
			schema[names[i]] = n
		}
	}
	return schema
}

// componentName replaces the characters of a Go type's name that a component's may not have.
var componentName = strings.NewReplacer("[", ".", "]", "", ",", ".", "/", ".", "*", "")

// component returns a reference to a struct's schema, which it adds if it is missing.
func (s *schemas) component(t reflect.Type) object {
	name := componentName.Replace(t.String())
	if _, known := s.components[name]; !known {
		s.components[name] = object{} // ends the recursion of a type that contains itself
		properties, required := object{}, []any{}
		s.fields(t, properties, &required)
		s.components[name] = object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	}
	return object{"$ref": "#/components/schemas/" + name}
}

// fields adds the fields of a struct, including those of embedded structs.
func (s *schemas) fields(t reflect.Type, properties object, required *[]any) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case f.Anonymous && name == "":
			s.fields(f.Type, properties, required)
		case f.IsExported():
			name = cmp.Or(name, f.Name)
			properties[name] = tagged(s.ofField(t, f), f.Tag)
			if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
				*required = append(*required, name)
			}
		}
	}
}
