package cli

import (
	"muisto/config"
	"muisto/ui"
	"muisto/ui/look"
)

// names are what the screen has names for, in the words of the settings.
func names() config.Names {
	var n config.Names
	for _, r := range look.Roles() {
		n.Roles = append(n.Roles, config.Role{Name: r.Name, Does: r.Does, Colour: config.Colour(r.Colour)})
	}
	for _, a := range ui.Actions() {
		n.Actions = append(n.Actions, config.Action(a))
	}
	n.Key, n.Check = ui.KeyName, ui.CheckKeys
	return n
}

// colours are those of the settings, in the words of the screen.
func colours(c config.Config) look.Colours {
	own := look.Colours{}
	for role, is := range c.UI.Colours {
		own[role] = look.Colour{Dark: config.Code(is.Dark), Light: config.Code(is.Light)}
	}
	return own
}
