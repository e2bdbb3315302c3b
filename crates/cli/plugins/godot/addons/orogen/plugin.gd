## Finds the folders of `orogen generate` in the project and keeps a scene for each: `NAME.tscn` shows `NAME.res`, which is written
## again whenever `terrain.json` changes. Your changes to the scene stay.
@tool
extends EditorPlugin

const Folder = preload("orogen_folder.gd")

const ITEM := "Import Orogen terrains again"

## Checksums of the descriptions that were imported, by the path of the resource.
var _imported: Dictionary = {}


func _enter_tree() -> void:
	_files().filesystem_changed.connect(_import_changed)
	add_tool_menu_item(ITEM, _import_all)


func _exit_tree() -> void:
	_files().filesystem_changed.disconnect(_import_changed)
	remove_tool_menu_item(ITEM)


func _files() -> EditorFileSystem:
	return EditorInterface.get_resource_filesystem()


func _import_changed() -> void:
	if not _files().is_scanning():
		_visit(_files().get_filesystem(), false)


func _import_all() -> void:
	_visit(_files().get_filesystem(), true)


func _visit(folder: EditorFileSystemDirectory, again: bool) -> void:
	var description := Folder.description(folder.get_path())
	if not description.is_empty():
		_import(folder.get_path(), description, again)
	for at in folder.get_subdir_count():
		_visit(folder.get_subdir(at), again)


func _import(folder: String, description: Dictionary, again: bool) -> void:
	var to := Folder.stem(folder, description)
	var resource := to + ".res"
	if not _imported.has(resource) and ResourceLoader.exists(resource):
		_imported[resource] = load(resource).checksum
	if not again and _imported.get(resource) == description.checksum:
		return
	_imported[resource] = description.checksum
	var error := Folder.import(folder, to)
	if not error.is_empty():
		push_error("Orogen: " + error)
		return
	print("Orogen: %s.tscn shows the terrain in %s" % [to, folder])
	_files().scan()
