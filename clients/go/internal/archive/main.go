// Command archive writes the module as a folder that GOPROXY can name (file://…): archive FOLDER VERSION. It prints the files.
package main

import (
	"archive/zip"
	"fmt"
	"io"
	"log"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const module = "footprint.example.com/footprint"

// license is the project's.
const license = "../../LICENSE"

func main() {
	if len(os.Args) != 3 {
		log.Fatal("usage: archive FOLDER VERSION")
	}
	version := "v" + strings.TrimPrefix(os.Args[2], "v")
	folder := filepath.Join(os.Args[1], filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		log.Fatal(err)
	}
	definition, err := os.ReadFile("go.mod")
	if err != nil {
		log.Fatal(err)
	}
	write := func(name string, content []byte) {
		file := filepath.Join(folder, name)
		if err := os.WriteFile(file, content, 0o644); err != nil {
			log.Fatal(err)
		}
		fmt.Println(file)
	}
	write("list", []byte(version+"\n"))
	write(version+".info", fmt.Appendf(nil, "{\"Version\":%q}\n", version))
	write(version+".mod", definition)
	file := filepath.Join(folder, version+".zip")
	if err := zipModule(file, module+"@"+version); err != nil {
		log.Fatal(err)
	}
	fmt.Println(file)
}

// zipModule writes the same bytes for the same files: in their order, without times.
func zipModule(name, prefix string) error {
	files := []string{"go.mod", "go.sum", "README.md", license}
	for _, pattern := range []string{"*.go", "api/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	slices.Sort(files)
	output, err := os.Create(name)
	if err != nil {
		return err
	}
	defer output.Close()
	archive := zip.NewWriter(output)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") && file != "example_test.go" {
			continue // reads files of the project that are not in the module
		}
		content, err := os.Open(file)
		if err != nil {
			return err
		}
		entry, err := archive.Create(path.Join(prefix, strings.TrimPrefix(filepath.ToSlash(file), "../../")))
		if err == nil {
			_, err = io.Copy(entry, content)
		}
		content.Close()
		if err != nil {
			return err
		}
	}
	if err := archive.Close(); err != nil {
		return err
	}
	return output.Close()
}
