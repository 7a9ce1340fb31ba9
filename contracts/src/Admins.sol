// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts/access/Ownable2Step.sol";

/// @title Admins
/// @notice Who runs a contract: one owner, and admins the owner names. The owner adds and removes admins, and what decides over money
/// (fees, treasury, payable tokens) is the owner's alone; admins do the daily work, and no admin reaches the owner or another admin. So a
/// stolen admin's key is ended by the owner, at once. The owner passes the contract on in two steps, so that it never goes to an address
/// nobody holds, and cannot give it up. What each may do is said by the contract that inherits this.
abstract contract Admins is Ownable2Step {
    mapping(address account => bool) private _admins;

    event AdminAdded(address indexed admin);
    event AdminRemoved(address indexed admin);

    error NotAdmin(address account);
    error AlreadyAdmin(address account);
    error InvalidAdmin(address account);
    error OwnershipCannotBeRenounced();

    /// @dev The owner may do what admins may.
    modifier onlyAdmin() {
        if (!hasAdmin(msg.sender)) revert NotAdmin(msg.sender);
        _;
    }

    constructor(address firstOwner) Ownable(firstOwner) {}

    /// @notice Makes `account` an admin, at once.
    function addAdmin(address account) external onlyOwner {
        if (account == address(0)) revert InvalidAdmin(account);
        if (hasAdmin(account)) revert AlreadyAdmin(account);
        _admins[account] = true;
        emit AdminAdded(account);
    }

    /// @notice Takes an admin's rights away, at once. The owner is none that could be removed.
    function removeAdmin(address account) external onlyOwner {
        if (!_admins[account]) revert NotAdmin(account);
        _remove(account);
    }

    /// @notice Always reverts: a contract without an owner could not end a stolen admin's key.
    function renounceOwnership() public pure override {
        revert OwnershipCannotBeRenounced();
    }

    /// @notice Whether `account` may do what admins do: true of each admin and of the owner.
    function hasAdmin(address account) public view returns (bool) {
        return _admins[account] || account == owner();
    }

    /// @dev An admin who becomes the owner is no admin beside that, so passing the contract on leaves nothing behind.
    function _transferOwnership(address newOwner) internal override {
        if (_admins[newOwner]) _remove(newOwner);
        super._transferOwnership(newOwner);
    }

    function _remove(address account) private {
        delete _admins[account];
        emit AdminRemoved(account);
    }
}
