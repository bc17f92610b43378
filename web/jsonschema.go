package web

import (
	"encoding/json"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// schemas makes JSON Schemas of Go types, as encoding/json writes them. Structs
// become components, named package.Type, with the types that it was made of.
type schemas struct{ components object }

// of gives the schema of a type, a reference for a struct.
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

// anything is the schema of any value, null too: it names all types, for readers to
// whom no type means no null.
func anything() object {
	return object{"type": []any{"null", "boolean", "number", "string", "array", "object"}}
}

// tagged adds what the tags of a field say of its values: enum has the values that
// it may have, between bars; pattern what a text looks like; min and max bound a
// number, or the length of a text or list.
func tagged(schema object, tag reflect.StructTag) object {
	if values, ok := tag.Lookup("enum"); ok {
		schema["enum"] = strings.Split(values, "|")
	}
	if pattern, ok := tag.Lookup("pattern"); ok {
		schema["pattern"] = pattern
	}
	kind, _ := schema["type"].(string)
	names := map[string][2]string{aText: {"minLength", "maxLength"}, aList: {"minItems", "maxItems"}, aNumber: {"minimum", "maximum"}, "number": {"minimum", "maximum"}}[kind]
	for i, bound := range []string{"min", "max"} {
		if n, err := strconv.Atoi(tag.Get(bound)); err == nil && names[i] != "" {
			schema[names[i]] = n
		}
	}
	return schema
}

// componentName writes a Go type's name with the letters that a component may have.
var componentName = strings.NewReplacer("[", ".", "]", "", ",", ".", "/", ".", "*", "")

// component gives a reference to a struct's schema, which is made where it is missing.
func (s *schemas) component(t reflect.Type) object {
	name := componentName.Replace(t.String())
	if _, known := s.components[name]; !known {
		s.components[name] = object{} // ends a type that holds itself
		properties, required := object{}, []any{}
		s.fields(t, properties, &required)
		s.components[name] = object{"type": "object", "properties": properties, "required": required, "additionalProperties": false}
	}
	return object{"$ref": "#/components/schemas/" + name}
}

// fields adds the fields of a struct, those of embedded ones as its own.
func (s *schemas) fields(t reflect.Type, properties object, required *[]any) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "-":
		case f.Anonymous && name == "":
			s.fields(f.Type, properties, required)
		case f.IsExported():
			if name == "" {
				name = f.Name
			}
			properties[name] = tagged(s.of(f.Type), f.Tag)
			if !strings.Contains(options, "omitempty") && !strings.Contains(options, "omitzero") {
				*required = append(*required, name)
			}
		}
	}
}
