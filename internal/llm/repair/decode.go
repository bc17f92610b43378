package repair

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Decode reads a reply as Read does, into a T. Accepted values that do not decode into a T are
// skipped too.
func Decode[T any](reply string, accept func(json.RawMessage) error) (T, Result, error) {
	var out T
	found, err := Read(reply, func(raw json.RawMessage) error {
		if err := accept(raw); err != nil {
			return err
		}
		var tried T
		return json.Unmarshal(raw, &tried)
	})
	if err != nil {
		return out, found, fmt.Errorf("not the requested JSON: %w", err)
	}
	return out, found, json.Unmarshal(found.JSON, &out)
}

// HasAll returns a function that accepts objects with all the keys.
func HasAll(keys ...string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		object, err := objectOf(raw)
		for _, k := range keys {
			if _, ok := object[k]; !ok && err == nil {
				err = fmt.Errorf("no key %q", k)
			}
		}
		return err
	}
}

// HasAny returns a function that accepts objects with at least one of the keys.
func HasAny(keys ...string) func(json.RawMessage) error {
	return func(raw json.RawMessage) error {
		object, err := objectOf(raw)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(keys, func(k string) bool { return object[k] != nil }) {
			return nil
		}
		return errors.New("none of the keys " + strings.Join(keys, ", "))
	}
}

func objectOf(raw json.RawMessage) (map[string]json.RawMessage, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(raw, &object); err != nil {
		return nil, errors.New("not a JSON object")
	}
	return object, nil
}
