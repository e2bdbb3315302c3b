## Stands in for the editor's class, which games do not have.
class_name EditorPlugin
extends Node

var tool_menu := {}


func add_tool_menu_item(item: String, action: Callable) -> void:
	tool_menu[item] = action


func remove_tool_menu_item(item: String) -> void:
	tool_menu.erase(item)
