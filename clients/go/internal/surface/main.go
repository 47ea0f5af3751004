// Command surface prints the public names of the module, sorted, a line each: those written by hand as they are declared, generated types
// with the names of their fields or values, and each generated operation once. Left out is what the generator makes besides of every
// operation (its variant WithResponse, the functions that build its request and parse its response) and of every union (all but As…).
package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

var (
	space     = regexp.MustCompile(`\s+`)
	ofRequest = regexp.MustCompile(`^(New\w+Request(WithBody)?|Parse\w+Response)$`)
	ofClient  = regexp.MustCompile(`^Client$|^ClientWith|Response$`)
	ofUnion   = regexp.MustCompile(`^(From|Merge)\w+|^(Un)?[mM]arshalJSON$`)
)

// surface of one package.
type surface struct {
	prefix string
	// isGenerated: fields without their types.
	isGenerated bool
	files       *token.FileSet
	lines       []string
	// enums: what the names of types without fields stand for.
	enums map[string]string
	// values of constants, by their type.
	values map[string][]string
}

func main() {
	root := &surface{enums: map[string]string{}, values: map[string][]string{}}
	root.read(".")
	generated := &surface{prefix: "api.", isGenerated: true, enums: map[string]string{}, values: map[string][]string{}}
	generated.read("api")
	lines := append(root.lines, generated.lines...)
	slices.Sort(lines)
	fmt.Println(strings.Join(lines, "\n"))
}

func (s *surface) read(folder string) {
	s.files = token.NewFileSet()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		log.Fatal(err)
	}
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(s.files, path, nil, parser.SkipObjectResolution)
		if err != nil {
			log.Fatal(err)
		}
		for _, declaration := range file.Decls {
			switch declaration := declaration.(type) {
			case *ast.FuncDecl:
				s.function(declaration)
			case *ast.GenDecl:
				for _, spec := range declaration.Specs {
					switch spec := spec.(type) {
					case *ast.TypeSpec:
						s.typeOf(spec)
					case *ast.ValueSpec:
						s.value(spec)
					}
				}
			}
		}
	}
	for name, of := range s.enums {
		s.add("type %s = %s", name, strings.Join(append([]string{of}, s.values[name]...), ", "))
	}
}

func (s *surface) add(format string, arguments ...any) {
	kind, rest, _ := strings.Cut(fmt.Sprintf(format, arguments...), " ")
	s.lines = append(s.lines, s.prefix+space.ReplaceAllString(rest, " ")+" ("+kind+")")
}

func (s *surface) function(function *ast.FuncDecl) {
	if !function.Name.IsExported() {
		return
	}
	name := function.Name.Name
	if function.Recv != nil {
		receiver := strings.TrimPrefix(s.text(function.Recv.List[0].Type), "*")
		if !ast.IsExported(receiver) || (s.isGenerated && (ofClient.MatchString(receiver) || ofUnion.MatchString(name))) {
			return
		}
		name = receiver + "." + name
	} else if s.isGenerated && ofRequest.MatchString(name) {
		return
	}
	s.add("func %s%s", name, strings.TrimPrefix(s.text(function.Type), "func"))
}

func (s *surface) typeOf(spec *ast.TypeSpec) {
	name := spec.Name.Name
	if !spec.Name.IsExported() || name == "ClientWithResponsesInterface" {
		return
	}
	switch of := spec.Type.(type) {
	case *ast.StructType:
		s.add("type %s {%s}", name, s.fields(of))
	case *ast.InterfaceType:
		for _, method := range of.Methods.List {
			for _, each := range method.Names {
				s.add("operation %s%s", each.Name, strings.TrimPrefix(s.text(method.Type), "func"))
			}
		}
	default:
		s.enums[name] = s.text(of)
	}
}

// fields of a struct: their names, and their types where these are written by hand or are the response of an operation.
func (s *surface) fields(of *ast.StructType) string {
	var fields []string
	isResponse := false
	for _, field := range of.Fields.List {
		for _, name := range field.Names {
			isResponse = isResponse || name.Name == "HTTPResponse"
		}
	}
	for _, field := range of.Fields.List {
		text := s.text(field.Type)
		for _, name := range field.Names {
			switch {
			case !name.IsExported():
			case s.isGenerated && !isResponse:
				fields = append(fields, name.Name)
			default:
				fields = append(fields, name.Name+" "+text)
			}
		}
		if field.Names == nil {
			fields = append(fields, text)
		}
	}
	return strings.Join(fields, "; ")
}

func (s *surface) value(spec *ast.ValueSpec) {
	for index, name := range spec.Names {
		switch {
		case !name.IsExported():
		case spec.Type != nil:
			of := s.text(spec.Type)
			s.values[of] = append(s.values[of], strings.TrimPrefix(name.Name, of))
		case s.prefix != "" && name.Name == "Version":
			s.add("const %s", name.Name)
		default:
			s.add("const %s = %s", name.Name, s.text(spec.Values[index]))
		}
	}
}

func (s *surface) text(node any) string {
	var text bytes.Buffer
	if err := format.Node(&text, s.files, node); err != nil {
		log.Fatal(err)
	}
	return text.String()
}

func init() { log.SetOutput(os.Stderr) }
