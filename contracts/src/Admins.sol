// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title Admins
/// @notice Access control with one owner and any number of admins. Only the owner adds and removes admins and changes what concerns money
/// (fees, treasury, payable tokens). Admins do daily operations and cannot affect the owner or another admin, so the owner can revoke a
/// stolen admin key at once. Ownership changes only when the proposed owner accepts it, so a mistyped address cannot become the owner.
/// Ownership cannot be renounced. The inheriting contract defines what each role may do.
abstract contract Admins is Ownable2Step {
    mapping(address account => bool) private _admins;

    event AdminAdded(address indexed admin);
    event AdminRemoved(address indexed admin);

    error NotAdmin(address account);
    error AlreadyAdmin(address account);
    error InvalidAdmin(address account);
    error OwnershipCannotBeRenounced();

    /// @dev For functions of admins; the owner may call them too.
    modifier onlyAdmin() {
        if (!hasAdmin(msg.sender)) revert NotAdmin(msg.sender);
        _;
    }

    constructor(address firstOwner) Ownable(firstOwner) {}

    /// @notice Makes `account` an admin. Takes effect at once.
    function addAdmin(address account) external onlyOwner {
        if (account == address(0)) revert InvalidAdmin(account);
        if (hasAdmin(account)) revert AlreadyAdmin(account);
        _admins[account] = true;
        emit AdminAdded(account);
    }

    /// @notice Removes an admin. Takes effect at once. The owner is not an admin and cannot be removed.
    function removeAdmin(address account) external onlyOwner {
        if (!_admins[account]) revert NotAdmin(account);
        _remove(account);
    }

    /// @notice Always reverts: a contract without an owner could not revoke a stolen admin key.
    function renounceOwnership() public pure override {
        revert OwnershipCannotBeRenounced();
    }

    /// @notice Whether `account` has admin rights: true for each admin and for the owner.
    function hasAdmin(address account) public view returns (bool) {
        return _admins[account] || account == owner();
    }

    /// @dev An admin who becomes the owner loses the separate admin role, so that transferring ownership later removes all rights.
    function _transferOwnership(address newOwner) internal override {
        if (_admins[newOwner]) _remove(newOwner);
        super._transferOwnership(newOwner);
    }

    function _remove(address account) private {
        delete _admins[account];
        emit AdminRemoved(account);
    }
}
