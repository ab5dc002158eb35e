//! The colours and lines of a plan, for light and for dark.

/// How many colours there are for what is in or on the same furniture.
pub(super) const COLOURS: usize = 10;

/// The style sheet. `c0` to `c9` are the colours, each legible on both papers.
pub(super) const CSS: &str = "
:root { color-scheme: light dark;
  --paper: #fbfaf7; --ink: #22262b; --dim: #6c747d; --room: #f1eee7; --walk: #e3efe2; --wall: #4a4f57;
  --wood: #ddd3c2; --box: #cfd6dd; --metal: #c3c9d2; --water: #bcdcea; --edge: #7d7668; --accent: #c2410c; }
@media (prefers-color-scheme: dark) { :root {
  --paper: #16181b; --ink: #e8e6e1; --dim: #98a0a9; --room: #212428; --walk: #24312a; --wall: #a3a9b2;
  --wood: #4a4338; --box: #3a434c; --metal: #454d58; --water: #27495a; --edge: #8d8676; --accent: #fb923c; } }
.paper { fill: var(--paper); }
text { font-family: system-ui, 'Segoe UI', 'DejaVu Sans', sans-serif; font-size: 11px; fill: var(--ink); }
.title { font-size: 19px; font-weight: 600; }
.told { font-size: 12px; fill: var(--dim); }
.room { fill: var(--room); }
.walk { fill: var(--walk); }
.wall { fill: var(--wall); }
.border { fill: none; stroke: var(--wall); stroke-width: 3; stroke-linejoin: round; }
.roomname { font-size: 13px; fill: var(--dim); letter-spacing: 3px; text-anchor: middle; }
.fov { fill: var(--accent); fill-opacity: 0.09; stroke: var(--accent); stroke-opacity: 0.35; stroke-width: 1; }
.sightline { stroke: var(--accent); stroke-opacity: 0.5; stroke-width: 0.9; }
.reach { fill: none; stroke: var(--accent); stroke-width: 1.3; stroke-dasharray: 7 5; }
.body { fill: var(--accent); stroke: var(--paper); stroke-width: 1.5; }
.other { fill: var(--dim); stroke: var(--paper); stroke-width: 1.5; }
.nose { fill: var(--paper); }
.surface { fill: var(--wood); } .cupboard, .drawer { fill: var(--box); } .appliance, .control { fill: var(--metal); }
.basin { fill: var(--water); }
.piece { stroke: var(--edge); stroke-width: 1; stroke-linejoin: round; }
.top { fill: none; stroke: var(--edge); stroke-width: 0.7; stroke-dasharray: 1 3; }
.hung { fill: none; stroke: var(--edge); stroke-width: 1.2; stroke-dasharray: 6 4; }
.on { stroke: var(--accent); stroke-width: 2.5; }
.front { stroke: var(--ink); stroke-width: 2; stroke-linecap: round; }
.hungfront { stroke: var(--edge); stroke-width: 1.8; }
.opened { fill: none; stroke: var(--accent); stroke-width: 1.6; }
.unseen { opacity: 0.45; }
.thing { stroke: var(--ink); stroke-width: 1; stroke-linejoin: round; }
.thing.unseen { stroke-dasharray: 3 2; }
.closed { fill-opacity: 0.15; stroke-dasharray: 1.5 2.5; stroke-linecap: round; stroke: var(--ink); }
.name { text-anchor: middle; paint-order: stroke; stroke: var(--paper); stroke-width: 3px; stroke-linejoin: round; }
.piecename { text-anchor: middle; fill: var(--ink); paint-order: stroke; stroke: var(--paper); stroke-opacity: 0.6; stroke-width: 2px; }
.leader { stroke: var(--dim); stroke-width: 0.8; }
.disc { fill: var(--paper); stroke: var(--dim); stroke-width: 1; }
.number { font-size: 9.5px; text-anchor: middle; }
.scale { stroke: var(--ink); stroke-width: 1.5; }
.rule { stroke: var(--dim); stroke-width: 0.6; stroke-opacity: 0.5; }
.legendhead { font-weight: 600; font-size: 12px; }
.hidden { fill: var(--dim); font-style: italic; }
.c0 { fill: #4e79a7; } .c1 { fill: #f28e2b; } .c2 { fill: #e15759; } .c3 { fill: #59a14f; } .c4 { fill: #b07aa1; }
.c5 { fill: #edc948; } .c6 { fill: #9c755f; } .c7 { fill: #ff9da7; } .c8 { fill: #76b7b2; } .c9 { fill: #8a8d91; }
.held { fill: var(--accent); } .free { fill: var(--dim); }
";
