#!/usr/bin/env node
// For scripts that name this file. The package names the one beside it: Node.js starts CommonJS 5 ms sooner.
import './mesh-config.cjs';
