"""The material of the ground: the picture of its colours, or a mix of one node group per material of the recipe."""

import bpy

from .pictures import exchange_pictures, load_picture, picture_node, principled

STYLES = (
    ("COLOURS", "Colours", "The picture of the colours, if there is one"),
    ("WEIGHTS", "Materials", "A node group per material of the recipe, mixed by the weights, if there are any"),
)


def dress(object, tile, description, style):
    """Gives the ground its material. A material that the user has put in its place stays as it is, with new pictures."""
    plan = choose(tile, style)
    material = object.data.materials[0] if object.data.materials else None
    if material is None:
        material = bpy.data.materials.new(object.name)
        object.data.materials.append(material)
        material["orogen_layers"] = []
        principled(material).inputs["Roughness"].default_value = 1
    if "orogen_layers" in material and list(material["orogen_layers"]) != layers(plan):
        rebuild(material, plan, description)
        material["orogen_layers"] = layers(plan)
    else:
        exchange_pictures(material, plan)


def choose(tile, style):
    """The pictures to use: the style that the user asks for, or else the other one."""
    colours, weights = tile.of_kind("colour")[:1], weight_files(tile)
    return (weights or colours) if style == "WEIGHTS" else (colours or weights)


def weight_files(tile):
    """Files with a weight for each material once: splat maps, or else the grey pictures of single materials."""
    chosen, covered = [], set()
    for file in sorted(tile.of_kind("weights"), key=lambda file: -len(file.entry["materials"])):
        if not covered.intersection(file.entry["materials"]):
            covered.update(file.entry["materials"])
            chosen.append(file)
    return chosen


def layers(plan):
    """What a material is made from, as text: it is rebuilt if this changes."""
    return [" ".join([file.kind, *file.entry.get("materials", [])]) for file in plan]


def rebuild(material, plan, description):
    tree = material.node_tree
    shader = principled(material)
    clear(tree)
    if not plan:
        return
    if plan[0].kind == "colour":
        picture = picture_node(tree, load_picture(plan[0], colours=True))
        picture.location = (shader.location.x - 400, shader.location.y)
        tree.links.new(picture.outputs["Color"], shader.inputs["Base Color"])
    else:
        colour, roughness = mix(tree, plan, description)
        tree.links.new(colour, shader.inputs["Base Color"])
        tree.links.new(roughness, shader.inputs["Roughness"])


def clear(tree):
    """Removes all but the shader and the output, with pictures that nothing else uses."""
    for node in [node for node in tree.nodes if node.type not in ("BSDF_PRINCIPLED", "OUTPUT_MATERIAL")]:
        image = node.image if node.type == "TEX_IMAGE" else None
        tree.nodes.remove(node)
        if image and image.users == 0:
            bpy.data.images.remove(image)


def mix(tree, plan, description):
    """Sums of colour and roughness over all materials, each times its weight. The weights sum to 1."""
    colour, roughness = (0, 0, 0), 0
    for name, weight in weights(tree, plan):
        group = tree.nodes.new("ShaderNodeGroup")
        group.node_tree = material_group(f"{description.name} {name}", description.material_colours.get(name, "#808080"))
        group.location = (weight.node.location.x + 250, weight.node.location.y - 160)
        colour = multiply_add(tree, "ShaderNodeVectorMath", group.outputs["Color"], weight, colour)
        roughness = multiply_add(tree, "ShaderNodeMath", group.outputs["Roughness"], weight, roughness)
    return colour, roughness


def weights(tree, plan):
    """The name of each material, and the socket with its weight."""
    for index, file in enumerate(plan):
        picture = picture_node(tree, load_picture(file, colours=False))
        picture.location = (-1500, -700 * index)
        channels = tree.nodes.new("ShaderNodeSeparateColor")
        channels.location = (-1200, -700 * index)
        tree.links.new(picture.outputs["Color"], channels.inputs["Color"])
        yield from zip(file.entry["materials"], (*channels.outputs, picture.outputs["Alpha"]))


def multiply_add(tree, kind, value, weight, sum):
    node = tree.nodes.new(kind)
    node.operation = "MULTIPLY_ADD"
    node.location = (value.node.location.x + 250, value.node.location.y)
    for socket, source in zip(node.inputs, (value, weight, sum)):
        if isinstance(source, bpy.types.NodeSocket):
            tree.links.new(source, socket)
        else:
            socket.default_value = source
    return node.outputs[0]


def material_group(name, colour):
    """The node group of a material. One of this name stays as it is, so that changes by the user persist."""
    group = bpy.data.node_groups.get(name)
    if group:
        return group
    group = bpy.data.node_groups.new(name, "ShaderNodeTree")
    output = group.nodes.new("NodeGroupOutput")
    for socket, kind, value in (("Color", "NodeSocketColor", linear(colour)), ("Roughness", "NodeSocketFloat", 1)):
        group.interface.new_socket(socket, in_out="OUTPUT", socket_type=kind)
        output.inputs[socket].default_value = value
    return group


def linear(colour):
    """`#rrggbb` in sRGB (IEC 61966-2-1) as linear red, green, blue and alpha 1."""
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return (*((c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4) for c in channels), 1)
