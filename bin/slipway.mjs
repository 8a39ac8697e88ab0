#!/usr/bin/env node
import { launch } from './launch.mjs';

launch('slipway');
