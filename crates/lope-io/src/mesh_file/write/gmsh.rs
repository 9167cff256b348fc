//! Gmsh 4.1, as text and as little-endian bytes.
//!
//! The format knows groups of entities, not of elements. So cells that are in the same groups share an entity,
//! and a block ends where the groups change: the order of the cells stays. Vertices that belong to a group
//! without being a corner of its cells become points of an entity of their own.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::FileMesh;

/// Elements of one entity, one after the other.
struct Block<'a> {
    dimension: usize,
    entity: usize,
    /// Gmsh's number of the type.
    kind: u32,
    nodes: &'a [u32],
}

/// An entity: dimension and the physical groups it is in.
struct Entity {
    dimension: usize,
    groups: Vec<usize>,
}

pub(super) fn encode(mesh: &FileMesh, binary: bool) -> Vec<u8> {
    let names: Vec<&String> = mesh.groups.keys().collect();
    let loose = loose_vertices(mesh);
    let (entities, blocks) = blocks(mesh, &loose);
    let mut out = Sink { bytes: Vec::new(), binary };
    out.text(&format!("$MeshFormat\n4.1 {} 8\n", u8::from(binary)));
    if binary {
        out.int(1);
        out.text("\n");
    }
    out.text("$EndMeshFormat\n");
    // Named in the dimension in which they have entities.
    let mut places: Vec<(usize, usize)> = entities
        .iter()
        .flat_map(|entity| entity.groups.iter().map(|group| (entity.dimension, *group)))
        .collect();
    places.sort_unstable();
    places.dedup();
    if !places.is_empty() {
        out.text(&format!("$PhysicalNames\n{}\n", places.len()));
        for (dimension, group) in places {
            // The format has no way to write these in a name.
            let name = names[group].replace(['"', '\n', '\r'], "_");
            out.text(&format!("{dimension} {} \"{name}\"\n", group + 1));
        }
        out.text("$EndPhysicalNames\n");
    }
    write_entities(&mut out, mesh, &entities);
    write_nodes(&mut out, mesh, &entities);
    write_elements(&mut out, &blocks);
    out.bytes
}

/// For each group the vertices that are no corner of its cells.
fn loose_vertices(mesh: &FileMesh) -> Vec<Vec<u32>> {
    let mut seen = vec![0_u32; mesh.points.len()];
    let loose = |(number, group): (u32, &lope::geometry::Group)| {
        for cell in &group.cells {
            let cell = *cell as usize;
            let corners = if mesh.tets.is_empty() { &mesh.triangles[cell][..] } else { &mesh.tets[cell][..] };
            corners.iter().for_each(|v| seen[*v as usize] = number);
        }
        group.vertices.iter().copied().filter(|v| seen[*v as usize] != number).collect()
    };
    (1..).zip(mesh.groups.values()).map(loose).collect()
}

fn blocks<'a>(mesh: &'a FileMesh, loose: &'a [Vec<u32>]) -> (Vec<Entity>, Vec<Block<'a>>) {
    let (mut entities, mut blocks) = (Vec::new(), Vec::new());
    for (group, vertices) in loose.iter().enumerate().filter(|(_, vertices)| !vertices.is_empty()) {
        entities.push(Entity { dimension: 0, groups: vec![group] });
        blocks.push(Block { dimension: 0, entity: entities.len(), kind: 15, nodes: vertices });
    }
    let mut plain = |dimension: usize, kind: u32, nodes: &'a [u32], entities: &mut Vec<Entity>| {
        if !nodes.is_empty() {
            entities.push(Entity { dimension, groups: Vec::new() });
            blocks.push(Block { dimension, entity: entities.len(), kind, nodes });
        }
    };
    plain(1, 1, mesh.edges.as_flattened(), &mut entities);
    let (dimension, kind, nodes) = match mesh.tets.is_empty() {
        true => (2, 2, mesh.triangles.as_flattened()),
        false => {
            plain(2, 2, mesh.triangles.as_flattened(), &mut entities);
            (3, 4, mesh.tets.as_flattened())
        }
    };
    // Groups of each cell, as the entity of that combination.
    let arity = dimension + 1;
    let mut of_cell: Vec<Vec<usize>> = Vec::new();
    if mesh.groups.values().any(|group| !group.cells.is_empty()) {
        of_cell.resize(nodes.len() / arity, Vec::new());
        for (number, group) in mesh.groups.values().enumerate() {
            group.cells.iter().for_each(|cell| of_cell[*cell as usize].push(number));
        }
    } else if !nodes.is_empty() {
        entities.push(Entity { dimension, groups: Vec::new() });
        blocks.push(Block { dimension, entity: entities.len(), kind, nodes });
    }
    let mut known = BTreeMap::new();
    let mut start = 0;
    for same in of_cell.chunk_by(|a, b| a == b) {
        let entity = *known.entry(&same[0]).or_insert_with(|| {
            entities.push(Entity { dimension, groups: same[0].clone() });
            entities.len()
        });
        let end = start + arity * same.len();
        blocks.push(Block { dimension, entity, kind, nodes: &nodes[start..end] });
        start = end;
    }
    (entities, blocks)
}

fn write_entities(out: &mut Sink, mesh: &FileMesh, entities: &[Entity]) {
    let mut bounds = [mesh.points.first().copied().unwrap_or_default(); 2];
    for (k, x) in mesh.points.iter().flat_map(|point| point.iter().enumerate()) {
        bounds[0][k] = bounds[0][k].min(*x);
        bounds[1][k] = bounds[1][k].max(*x);
    }
    out.text("$Entities\n");
    for dimension in 0..4 {
        out.size(entities.iter().filter(|entity| entity.dimension == dimension).count());
    }
    out.end_text_row();
    for dimension in 0..4 {
        for (number, entity) in
            entities.iter().enumerate().filter(|(_, entity)| entity.dimension == dimension)
        {
            out.int(number as u32 + 1);
            let corners = if dimension == 0 { &bounds[..1] } else { &bounds[..] };
            corners.iter().flatten().for_each(|x| out.real(*x));
            out.size(entity.groups.len());
            entity.groups.iter().for_each(|group| out.int(*group as u32 + 1));
            if dimension > 0 {
                out.size(0);
            }
            out.end_text_row();
        }
    }
    if out.binary {
        out.text("\n");
    }
    out.text("$EndEntities\n");
}

fn write_nodes(out: &mut Sink, mesh: &FileMesh, entities: &[Entity]) {
    let count = mesh.points.len();
    out.text("$Nodes\n");
    [usize::from(count > 0), count, usize::from(count > 0), count].into_iter().for_each(|n| out.size(n));
    out.end_text_row();
    if count > 0 {
        // All in one entity, of the highest dimension there is.
        let last = entities.iter().enumerate().max_by_key(|(_, entity)| entity.dimension);
        let (entity, dimension) = last.map_or((1, 0), |(number, entity)| (number + 1, entity.dimension));
        [dimension, entity, 0].into_iter().for_each(|n| out.int(n as u32));
        out.size(count);
        out.end_text_row();
        for tag in 1..=count {
            out.size(tag);
            out.end_text_row();
        }
        for point in &mesh.points {
            point.iter().for_each(|x| out.real(*x));
            out.end_text_row();
        }
    }
    if out.binary {
        out.text("\n");
    }
    out.text("$EndNodes\n");
}

fn write_elements(out: &mut Sink, blocks: &[Block<'_>]) {
    let arity = |block: &Block<'_>| block.dimension + 1;
    let count: usize = blocks.iter().map(|block| block.nodes.len() / arity(block)).sum();
    out.text("$Elements\n");
    [blocks.len(), count, usize::from(count > 0), count].into_iter().for_each(|n| out.size(n));
    out.end_text_row();
    let mut tag = 0;
    for block in blocks {
        [block.dimension as u32, block.entity as u32, block.kind].into_iter().for_each(|n| out.int(n));
        out.size(block.nodes.len() / arity(block));
        out.end_text_row();
        for nodes in block.nodes.chunks_exact(arity(block)) {
            tag += 1;
            out.size(tag);
            nodes.iter().for_each(|v| out.size(*v as usize + 1));
            out.end_text_row();
        }
    }
    if out.binary {
        out.text("\n");
    }
    out.text("$EndElements\n");
}

/// Numbers as text or as bytes.
struct Sink {
    bytes: Vec<u8>,
    binary: bool,
}

impl Sink {
    fn text(&mut self, text: &str) {
        self.bytes.extend(text.as_bytes());
    }

    /// A number in a row, with a space behind it.
    fn word(&mut self, number: impl std::fmt::Display) {
        // Writing to memory cannot fail.
        let mut word = String::new();
        let _ = write!(word, "{number} ");
        self.text(&word);
    }

    fn int(&mut self, number: u32) {
        if self.binary { self.bytes.extend(number.to_le_bytes()) } else { self.word(number) }
    }

    fn size(&mut self, number: usize) {
        if self.binary { self.bytes.extend((number as u64).to_le_bytes()) } else { self.word(number) }
    }

    /// The shortest text that reads back to the same double.
    fn real(&mut self, number: f64) {
        if self.binary {
            self.bytes.extend(number.to_le_bytes())
        } else {
            self.word(format_args!("{number:?}"))
        }
    }

    /// The end of a row of text.
    fn end_text_row(&mut self) {
        if !self.binary && self.bytes.last() == Some(&b' ') {
            self.bytes.pop();
            self.text("\n");
        }
    }
}
