"""Pictures in materials, and their exchange while the material stays."""

import bpy


def principled(material):
    """The shader of a new material, for Blender versions whose new materials have no nodes yet, too."""
    if not material.node_tree:
        material.use_nodes = True
    return material.node_tree.nodes["Principled BSDF"]


def load_picture(file, colours):
    """A picture that the .blend file keeps, so that it does not depend on the folder. `colours`: sRGB rather than numbers."""
    image = bpy.data.images.load(str(file.path))
    image.colorspace_settings.name = "sRGB" if colours else "Non-Color"
    image.alpha_mode = "CHANNEL_PACKED"  # alpha is the weight of the fourth material, not transparency
    image.pack()
    image["orogen_file"] = file.path.name
    return image


def picture_node(tree, image):
    node = tree.nodes.new("ShaderNodeTexImage")
    node.image = image
    node.extension = "EXTEND"
    return node


def exchange_pictures(material, files):
    """Replaces Orogen's pictures in a material by the files of the same names. All else that uses them follows."""
    files = {file.path.name: file for file in files}
    nodes = material.node_tree.nodes if material.node_tree else ()
    old = {node.image for node in nodes if node.type == "TEX_IMAGE" and node.image}
    for image in old:
        file = files.get(image.get("orogen_file"))
        if file:
            name = image.name
            new = load_picture(file, image.colorspace_settings.name == "sRGB")
            image.user_remap(new)
            bpy.data.images.remove(image)
            new.name = name
