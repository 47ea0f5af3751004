import path from 'node:path';
import ts from 'typescript';
import { productFiles } from './project-files.js';
import { type Findings, PROJECT_ROOT } from './tool.js';

/**
 * Characters of texts that the product takes as `text[at]`, which no test can count: `charAt` does the same (test/unit/foreign-text counts
 * what readers look at).
 */
export function checkIndexedTexts(root: string = PROJECT_ROOT): Findings {
  const files = productFiles(root);
  const settings = path.join(root, 'tsconfig.json');
  const { options } = ts.parseJsonConfigFileContent(ts.readConfigFile(settings, ts.sys.readFile).config, ts.sys, root);
  const program = ts.createProgram(
    files.map((file) => path.join(root, file)),
    options,
  );
  const types = program.getTypeChecker();
  return files.flatMap((file) => {
    const source = program.getSourceFile(path.join(root, file));
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (
        ts.isElementAccessExpression(node) &&
        types.getNonNullableType(types.getTypeAtLocation(node.expression)).flags & ts.TypeFlags.StringLike
      ) {
        const line = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.push(`${file}:${line}: ${node.getText()} is not counted: write charAt`);
      }
      ts.forEachChild(node, visit);
    };
    if (source) visit(source);
    return found;
  });
}
