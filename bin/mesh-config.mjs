#!/usr/bin/env node
import { launch } from './launch.mjs';

launch('mesh-config');
