#!/usr/bin/env node
// For scripts that name this file: Node.js starts CommonJS 5 ms sooner, so the package names the file beside it.
import './mesh-config.cjs';
